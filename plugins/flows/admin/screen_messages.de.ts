import type { Translation } from '@crossdock/admin/kit'
import type english from './screen_messages.js'

/** German texts of the page of a workflow. */
export default {
  flows: {
    workflows: {
      executeOn: {
        title: '%{name} mit einer Datei ausführen',
        text: 'Wählen Sie die Datei, um die es gehen soll.',
        search: 'Dateien nach Namen suchen',
        list: 'Dateien',
        none: 'Keine Datei passt.',
        noFiles: 'Auf der obersten Ebene liegen keine Dateien.',
        hint: 'Dateien der obersten Ebene. Die Suche sieht in jeden Ordner.',
        submit: 'Ausführen',
      },
      confirmDelete: {
        title: 'Möchten Sie diesen Workflow wirklich löschen?',
        text: '%{name} wird nicht mehr ausgeführt. Was gerade läuft, läuft zu Ende; der Verlauf bleibt.',
        runs: 'Läuft gerade',
        pause: 'Nur pausieren',
        confirm: 'Workflow löschen',
      },
      confirmDeleteAll: {
        title:
          'Möchten Sie %{smart_count} Workflow wirklich löschen? |||| Möchten Sie %{smart_count} Workflows wirklich löschen?',
        text: 'Er wird nicht mehr ausgeführt. |||| Sie werden nicht mehr ausgeführt.',
      },
    },
    workflow: {
      back: 'Zurück zu den Workflows',
      missing: {
        title: 'Diesen Workflow gibt es nicht',
        text: 'Vielleicht wurde er gelöscht, oder die Adresse ist falsch.',
      },
      about: 'Workflow',
      stepsHint:
        'Der Reihe nach. Ziehen Sie einen Schritt, oder drücken Sie auf ihm Alt und eine Pfeiltaste.',
      saved: 'Version %{version}, gespeichert von %{name} %{time}',
      savedByNobody: 'Version %{version}, geändert %{time}',
      savedAs: 'Als Version %{version} gespeichert',
      unsaved: 'Nicht gespeicherte Änderungen',
      behind: 'Inzwischen hat jemand anderes diesen Workflow gespeichert.',
      saveFirst: 'Speichern Sie zuerst: Ein Test führt aus, was gespeichert ist.',
      paused: 'Aktivieren Sie zuerst den Workflow.',
      test: 'Mit einer Datei testen',
      runs: 'Ausführungen',
      versions: 'Versionen',
      versionsOf: 'Versionen von %{name}',
      versionsText: 'Ausführungen behalten die Version, mit der sie begonnen haben.',
      version: 'Version %{version}',
      noVersions: 'Noch keine Versionen',
      outlook: {
        fired:
          'Hätte bei %{fired} von %{smart_count} Datei ausgelöst |||| Hätte bei %{fired} der letzten %{smart_count} Dateien ausgelöst',
        show: 'Dateien zeigen',
        hide: 'Dateien verbergen',
        by: 'Löst aus: %{events}',
        not: 'Löst nicht aus: %{events}',
        unknown: 'Das Protokoll weiß darüber nichts mehr.',
        noFiles: 'Noch gibt es keine Dateien, an denen sich das ablesen lässt.',
      },
      changed: {
        title: 'Dieser Workflow wurde inzwischen geändert',
        text: '%{name} hat ihn %{time} gespeichert; er ist jetzt Version %{version}. Was Sie eingegeben haben, ist noch da.',
        textNobody:
          'Er wurde %{time} gespeichert und ist jetzt Version %{version}. Was Sie eingegeben haben, ist noch da.',
        same: 'Nichts darin weicht von Ihren Eingaben ab.',
        different: 'Unterschiedlich: %{parts}.',
        part: {
          name: 'Name',
          description: 'Beschreibung',
          isActive: 'aktiv oder pausiert',
          triggerType: 'Art des Auslösers',
          triggerConfig: 'Auslöser',
          steps: 'Schritte',
        },
        see: 'Unterschiede ansehen',
        hide: 'Unterschiede verbergen',
        mine: 'Ihre Fassung',
        theirs: 'Andere Fassung',
        keep: 'Meine speichern',
        take: 'Andere übernehmen',
        goOn: 'Weiter bearbeiten',
      },
    },
  },
} satisfies Translation<typeof english>
