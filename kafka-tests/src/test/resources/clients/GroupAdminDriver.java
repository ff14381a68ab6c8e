import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;

/**
 * {@link GroupDriver}, and what it takes an admin client of the reference for: {@code remove} ends the membership of a
 * static member.
 */
public final class GroupAdminDriver {

    private GroupAdminDriver() {}

    public static void main(String[] args) throws Exception {
        Commands.serve(() -> {
            var driver = new GroupDriver(args);
            Admin admin = Admin.create(Commands.configs(args[0], Map.of()));
            return (command, arguments) ->
                    command.equals("remove") ? remove(admin, arguments) : driver.run(command, arguments);
        });
    }

    private static String remove(Admin admin, Map<String, String> arguments) throws Exception {
        var instance = new MemberToRemove(arguments.get("instance"));
        var removal = new RemoveMembersFromConsumerGroupOptions(List.of(instance));
        admin.removeMembersFromConsumerGroup(arguments.get("group"), removal).all().get();
        return "";
    }
}
