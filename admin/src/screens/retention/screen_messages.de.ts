import type { Translation } from '@crossdock/admin/kit'
import type english from './screen_messages.js'

/** German texts of the tab of retention. */
export default {
  retention: {
    heading: 'Wie lange Aufzeichnungen aufbewahrt werden',
    text: 'Was älter ist, wird nachts nach und nach endgültig gelöscht. Ein leeres Feld lässt es wie üblich.',
    days: 'Tage',
    daysOf: 'Tage, die „%{label}“ aufbewahrt wird',
    usual: 'Wie üblich: %{smart_count} Tag |||| Wie üblich: %{smart_count} Tage',
    usualNever: 'Wie üblich: ohne Ende',
    ofEnvironments: 'Wie die Umgebungen sagen, oder kürzer',
    environment: '%{name}: %{smart_count} Tag |||| %{name}: %{smart_count} Tage',
    least:
      'Mindestens %{smart_count} Tag. %{reason} |||| Mindestens %{smart_count} Tage. %{reason}',
    wrong: 'Geben Sie eine ganze Zahl von Tagen von %{least} bis %{most} an.',
    due: '%{smart_count} wird nach dem %{date} gelöscht. |||| %{smart_count} werden nach dem %{date} gelöscht.',
    never: 'Noch wurde nichts gelöscht',
    running: 'Wird gerade gelöscht, bisher %{count}',
    ran: '%{count} gelöscht',
    failed:
      'Die letzte Löschung ist fehlgeschlagen. Heute Nacht wird sie erneut versucht; warum, sagt das Protokoll des Servers.',
    save: 'Aufbewahrung speichern',
    saved: 'Aufbewahrung gespeichert',
    saveFailed: 'Die Aufbewahrung konnte nicht gespeichert werden',
    deletes: 'Ältere Aufzeichnungen löschen?',
    deleteThem: 'Speichern und löschen',
  },
} satisfies Translation<typeof english>
