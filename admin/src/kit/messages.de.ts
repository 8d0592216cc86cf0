import type english from './messages.js'
import type { Translation } from './plugin.js'

/** German texts of the kit's components. */
export default {
  kit: {
    cancel: 'Abbrechen',
    close: 'Schließen',
    loading: 'Wird geladen',
    justNow: 'gerade eben',
    actions: 'Aktionen',
    active: 'Aktiv',
    inactive: 'Inaktiv',
    json: {
      invalid: 'Das ist kein gültiges JSON: %{reason}',
      notObject: 'Das muss ein JSON-Objekt sein, etwa %{example}',
      notText: 'Der Wert von „%{key}“ muss Text in Anführungszeichen sein',
    },
    schema: {
      secretSet: 'Ein Geheimnis ist hinterlegt. Es bleibt, solange Sie kein anderes eingeben.',
      json: 'JSON',
    },
    pager: {
      label: 'Seiten',
      shown: '%{from}–%{to} von %{total}',
      previous: 'Zur vorigen Seite',
      next: 'Zur nächsten Seite',
    },
    list: {
      find: 'Liste durchsuchen',
      addFilter: 'Filter hinzufügen',
      removeFilter: 'Filter %{name} entfernen',
      findName: 'Teil eines Namens eingeben',
      noMatch: 'Nichts passt',
      clear: 'Filter zurücksetzen',
      period: {
        '-PT1H': 'Letzte Stunde',
        '-P1D': 'Letzte 24 Stunden',
        '-P7D': 'Letzte 7 Tage',
        '-P30D': 'Letzte 30 Tage',
        between: 'Zeitraum …',
        from: 'Von',
        to: 'Bis',
        apply: 'Anwenden',
        backwards: 'Das Ende muss nach dem Anfang liegen.',
        since: 'seit %{time}',
        until: 'bis %{time}',
      },
      views: 'Gespeicherte Ansichten',
      saveView: 'Diese Ansicht speichern …',
      deleteView: 'Ansicht „%{name}“ löschen',
      view: {
        title: 'Diese Ansicht speichern',
        text: 'Merkt sich Filter und Reihenfolge unter einem Namen, für Sie in diesem Browser.',
        name: 'Name',
        required: 'Eine Ansicht braucht einen Namen',
        save: 'Ansicht speichern',
      },
      columns: 'Spalten',
      sort: 'Sortieren nach',
      layout: { cards: 'Als Karten zeigen', table: 'Als Tabelle zeigen' },
      perPage: 'Zeilen je Seite',
      rows: '%{count} Zeilen',
      loaded: '%{shown} von %{total}',
      loadMore: 'Mehr laden',
      loadingMore: 'Wird geladen …',
      bulk: 'Was mit den ausgewählten Zeilen geschehen soll',
      selected: '%{smart_count} ausgewählt',
      selectPage: 'Alle auf dieser Seite auswählen',
      unselect: 'Auswahl aufheben',
      refused: 'Bei %{count} von %{total} nicht ausgeführt',
    },
    keys: { screen: 'Auf dieser Seite' },
    toast: { region: 'Benachrichtigungen (F8)', dismiss: 'Benachrichtigung schließen' },
    error: {
      toast: 'Fehler',
      title: 'Das konnte nicht geladen werden',
      retry: 'Erneut versuchen',
      unknown: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
      unreachable:
        'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
      server:
        'Der Server konnte diese Anfrage nicht beantworten. Versuchen Sie es gleich noch einmal.',
      refused: 'Der Server hat diese Anfrage abgelehnt.',
    },
    session: {
      ended: 'Ihre Sitzung ist beendet',
      notSaved: 'Es wurde nichts gespeichert. Melden Sie sich wieder an, und wiederholen Sie es.',
      changed:
        'Eine andere Anmeldung hat Ihre in diesem Browser abgelöst. Es wurde nichts gespeichert.',
      left: 'Sie haben sich abgemeldet, bevor der Server geantwortet hat.',
      signIn: 'Anmelden',
    },
    delete: {
      unknown: 'Was davon abhängt, konnte nicht gelesen werden (%{what}).',
      more: 'und weitere',
    },
    back: 'Zurück',
    unsaved: {
      title: 'Änderungen verwerfen?',
      text: 'Was Sie eingegeben haben, ist nicht gespeichert.',
      discard: 'Verwerfen',
      keep: 'Weiter bearbeiten',
    },
    saving: {
      title: 'Gehen, bevor gespeichert ist?',
      text: 'Der Server hat noch nicht geantwortet. Vielleicht wird trotzdem gespeichert; eine Meldung sagt Ihnen, was daraus geworden ist.',
      discard: 'Seite verlassen',
      keep: 'Warten',
    },
    denied: {
      title: 'Zugriff verweigert',
      description:
        'Ihnen fehlt die Berechtigung, dies zu sehen. Bitten Sie einen Administrator um Zugriff.',
    },
  },
} satisfies Translation<typeof english>
