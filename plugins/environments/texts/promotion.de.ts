/** German texts of promotion. */
export default {
  '{name} is not active, so tokens cannot promote from it. Promote in the console, or ask the operator to activate it.':
    '{name} ist nicht aktiv, deshalb übernimmt kein Token etwas daraus. Übernehmen Sie es in der Konsole, oder bitten Sie den Betreiber, die Umgebung zu aktivieren.',
  'There is no workflow with the id "{id}" in the environment it is to be promoted from.':
    'In der Umgebung, aus der übernommen werden soll, gibt es keinen Workflow mit der ID „{id}“.',
  '{name} refers to something that was deleted ({kind}, {id}). Fix it before you promote it.':
    '{name} nennt etwas, das gelöscht wurde ({kind}, {id}). Stellen Sie es richtig, bevor Sie es übernehmen.',
  'There is less to promote than when the plan was made. Nothing was done: make a new plan.':
    'Seit der Plan gemacht wurde, gibt es weniger zu übernehmen. Es wurde nichts getan: Machen Sie einen neuen Plan.',
  'Since the plan was made, this has changed: {names}. Nothing was done: make a new plan and look at it.':
    'Seit der Plan gemacht wurde, hat sich das geändert: {names}. Es wurde nichts getan: Machen Sie einen neuen Plan, und sehen Sie ihn an.',
  'The target is limited to {limit} ({meter}) and has {used}. Promoting would add {count}, so it is refused.':
    'Das Ziel darf {limit} haben ({meter}) und hat {used}: {count} weitere passen nicht, deshalb wird die Übernahme abgelehnt.',
  'Several objects of the target have the name "{name}". The oldest counts as the counterpart; rename the others if that is wrong.':
    'Im Ziel gibt es mehr als eines mit dem Namen „{name}“. Das älteste gilt als Gegenstück; geben Sie den anderen einen anderen Namen, wenn das nicht stimmt.',
  '{name}: enter its credentials in the target ({places}). Credentials are not promoted.':
    '{name}: Geben Sie die Zugangsdaten im Ziel ein ({places}); sie werden nicht übernommen.',
  '{name}: credentials that are stored in the target are deleted ({places}). Undoing the promotion does not restore them.':
    '{name}: Zugangsdaten, die im Ziel gespeichert sind, werden gelöscht ({places}). Wird die Übernahme zurückgenommen, kommen sie nicht wieder.',
  '{name}: this looks like credentials and is promoted as it is written ({places}). Keep them in the system, or in a variable.':
    '{name}: Das sieht nach Zugangsdaten aus und wird übernommen, wie es dasteht ({places}). Bewahren Sie sie im System oder in einer Variablen auf.',
  'A promotion takes at most {most} workflows, endpoints and systems together, and this would take {count}. Promote fewer workflows at once.':
    'Eine Übernahme nimmt höchstens {most} Workflows, Endpunkte und Systeme zusammen, und hier wären es {count}. Übernehmen Sie weniger Workflows auf einmal.',
  '{name}: {field} stays {target} in the target; it is {source} in the source. Use a variable for the host to promote it.':
    '{name}: {field} bleibt im Ziel {target}; in der Quelle ist es {source}. Nennen Sie den Host mit einer Variablen, um ihn zu übernehmen.',
  '{name}: {field} contains a literal host, which is promoted unchanged. Use a variable if the target has another host.':
    '{name}: {field} enthält einen ausgeschriebenen Host und wird mit ihm übernommen. Nennen Sie den Host mit einer Variablen, wenn es im Ziel ein anderer ist.',
  '{name} uses the variable {variable}, which the target does not have. Add it there.':
    '{name} hat eine Stelle für die Variable {variable}, die es im Ziel nicht gibt. Fügen Sie sie dort hinzu.',
  'The workflows are already in {name}. Choose another environment.':
    'In {name} sind die Workflows schon. Wählen Sie eine andere Umgebung.',
  'Your token works in one environment only, and promoting takes two. Use a token without an environment, or promote in the console.':
    'Ihr Token arbeitet nur in einer Umgebung, und eine Übernahme braucht zwei. Verwenden Sie ein Token ohne Umgebung, oder übernehmen Sie in der Konsole.',
  '{name} is not active, so nothing is promoted into it. Ask the operator to activate it.':
    '{name} ist nicht aktiv; deshalb wird nichts dorthin übernommen. Bitten Sie den Betreiber, die Umgebung zu aktivieren.',
  'There is no promotion with the id "{id}" into this environment.':
    'Eine Übernahme mit der ID „{id}“ in diese Umgebung gibt es nicht.',
  'This promotion was already undone. Nothing was done.':
    'Diese Übernahme wurde schon zurückgenommen. Es wurde nichts getan.',
  'Changed or deleted since it was promoted: {names}. Nothing was undone. Change it manually, so that no work is lost.':
    'Das wurde seit der Übernahme geändert oder gelöscht: {names}. Es wurde nichts zurückgenommen. Ändern Sie es von Hand, damit niemandes Arbeit verloren geht.',
  'Undo would delete {made}, but newer objects use it: {users}. Nothing was undone. Change those first.':
    '{made} würde gelöscht und wird von etwas verwendet, das seither entstanden ist: {users}. Es wurde nichts zurückgenommen. Ändern Sie das zuerst.',
  'Promoted {names} from {source} to {target}': '{names} aus {source} nach {target} übernommen',
  'Undid the promotion of {names} from {source} to {target}':
    'Übernahme von {names} aus {source} nach {target} zurückgenommen',
}
