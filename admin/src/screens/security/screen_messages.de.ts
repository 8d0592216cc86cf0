import type { Translation } from '@crossdock/admin/kit'
import type english from './screen_messages.js'

/** German texts of the screen for sessions and passkeys. */
export default {
  security: {
    ofPerson: 'Wo diese Person angemeldet ist.',
    failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
    device: {
      both: '%{browser} unter %{system}',
      unknown: 'Unbekanntes Gerät',
    },
    sessions: {
      title: 'Sitzungen',
      text: 'Eine Sitzung endet von selbst, wenn sie einen Tag lang nicht benutzt wird.',
      current: 'Dieses Gerät',
      seen: 'Zuletzt benutzt',
      since: 'angemeldet %{time}',
      end: 'Sitzung beenden',
      endNamed: 'Sitzung beenden: %{device}',
      ended: 'Sitzung beendet',
      others: 'Alle anderen beenden',
      all: 'Alle beenden',
      none: 'Keine Sitzungen',
      noneText: 'Diese Person ist nirgends angemeldet.',
      endedAll: '%{smart_count} Sitzung beendet |||| %{smart_count} Sitzungen beendet',
      ask: {
        others: 'Alle anderen Sitzungen beenden?',
        all: 'Alle Sitzungen dieser Person beenden?',
        text: 'Wer dort weiterarbeitet, muss sich neu anmelden.',
      },
    },
    second: {
      title: 'Zweiter Faktor',
      text: 'Wer Ihre E-Mail liest, kommt trotzdem nicht hinein.',
      ask: 'Nach dem Code per E-Mail einen Passkey verlangen',
      needsPasskey: 'Fügen Sie zuerst einen Passkey hinzu.',
      requiredBy: {
        tenant: 'Ihre Organisation verlangt ihn von allen.',
        operator: 'Wer diesen Server betreibt, verlangt ihn von allen.',
      },
      on: 'Zweiter Faktor eingeschaltet',
      off: 'Zweiter Faktor ausgeschaltet',
      codes:
        '%{smart_count} Wiederherstellungscode übrig |||| %{smart_count} Wiederherstellungscodes übrig',
      make: 'Wiederherstellungscodes anlegen',
      makeAsk: 'Zehn neue Wiederherstellungscodes anlegen?',
      makeText:
        'Jeder lässt Sie einmal statt eines Passkeys hinein. Frühere Codes gelten dann nicht mehr.',
      made: 'Ihre Wiederherstellungscodes',
      madeText:
        'Sie werden nur dieses eine Mal gezeigt. Bewahren Sie sie da auf, wo Ihre Geräte nicht sind.',
      kept: 'Ich habe sie aufbewahrt',
      copy: 'Kopieren',
      copied: 'Kopiert',
      download: 'Herunterladen',
      unkept: {
        title: 'Schließen, ohne sie aufzubewahren?',
        text: 'Die Codes können nicht noch einmal gezeigt werden. Ohne sie müssten Sie neue anlegen.',
        discard: 'Schließen',
        keep: 'Zurück',
      },
    },
    everybody: {
      title: 'Zweiter Faktor für alle',
      text: 'In Ihre Organisation kommt niemand hinein, nur weil er E-Mails liest.',
      ask: 'Zweiten Faktor verlangen',
      needsPasskey: 'Fügen Sie zuerst selbst einen Passkey hinzu.',
      sso: 'Wer sich über Single Sign-on anmeldet, wird vom Anbieter gefragt. Zugriffstoken bleiben, wie sie sind.',
      operator:
        'Wer diesen Server betreibt, verlangt ihn von allen, gleich was hier eingestellt ist.',
      sure: 'Von allen einen zweiten Faktor verlangen?',
      sureText:
        'Ab jetzt, auch wo Personen schon angemeldet sind: Wer einen Passkey hat, bestätigt damit; wer keinen hat, fügt zuerst einen hinzu.',
      require: 'Verlangen',
      on: 'Ein zweiter Faktor wird ab jetzt verlangt',
      off: 'Ein zweiter Faktor wird nicht mehr verlangt',
    },
    rules: {
      title: 'Anmelderegeln',
      text: 'Wie sich alle in Ihrer Organisation anmelden. Sie gelten sofort, auch wo Personen angemeldet sind.',
      domains: 'Zugelassene Domains',
      domainsHint: 'Eine je Zeile, etwa acme.example. Leer: Adressen aller Domains.',
      domainWrong: '„%{line}“ ist keine Domain: Geben Sie je Zeile eine ein, etwa acme.example.',
      needsProvider: 'Kein Identitätsanbieter ist eingeschaltet. Richten Sie zuerst einen ein:',
      toProviders: 'Single Sign-on',
      ssoOnly: 'Anmeldung nur über einen Identitätsanbieter',
      ssoOnlyHint:
        'Dann lassen E-Mails und Passkeys niemanden hinein. Melden Sie sich zuerst selbst über den Anbieter an. Zugriffstoken bleiben, wie sie sind.',
      hours: 'Stunden, die eine Sitzung dauert',
      hoursHint: 'Ab der Anmeldung, höchstens %{most}. Leer: wie üblich.',
      hoursWrong: 'Geben Sie eine ganze Zahl von 1 bis %{most} ein oder nichts.',
      save: 'Regeln speichern',
      saved: 'Anmelderegeln gespeichert',
      sure: 'Personen nur über einen Identitätsanbieter hineinlassen?',
      sureText:
        'Ab jetzt: Sitzungen, die per E-Mail oder Passkey begonnen wurden, enden sofort. Fällt der Anbieter aus, kann nur, wer diesen Server betreibt, die Anmeldung per E-Mail wieder zulassen.',
      sureYes: 'Nur Anbieter',
      shutsOut: 'Personen ausschließen?',
      shutOut: 'Ausschließen',
    },
    reset: {
      title: 'Zweiter Faktor',
      text: 'Für jemanden, der Geräte und Wiederherstellungscodes verloren hat.',
      action: 'Zweiten Faktor zurücksetzen',
      sure: 'Den zweiten Faktor dieser Person zurücksetzen?',
      sureText:
        'Passkeys und Wiederherstellungscodes werden entfernt und Sitzungen beendet. Die Person erfährt es per E-Mail und meldet sich per E-Mail an.',
      done: 'Zweiter Faktor zurückgesetzt',
    },
    held: {
      enrol: {
        title: 'Passkey hinzufügen',
        text: 'Von Ihnen wird ein zweiter Faktor verlangt. Ihr Browser bittet Sie, das mit Fingerabdruck, Gesicht oder Geräte-PIN zu bestätigen; dann geht es weiter.',
        name: 'Dieses Gerät',
      },
      confirm: {
        title: 'Bestätigen Sie, dass Sie es sind',
        text: 'Von Ihnen wird ein zweiter Faktor verlangt. Benutzen Sie einen Passkey oder einen Ihrer Wiederherstellungscodes. Haben Sie beides verloren, wenden Sie sich an die Verwaltung.',
      },
      codes: {
        title: 'Wiederherstellungscodes aufbewahren',
        text: 'Jeder lässt Sie einmal statt eines Passkeys hinein. Bewahren Sie sie da auf, wo Ihre Geräte nicht sind.',
        later: 'Später, unter „Sicherheit“',
      },
    },
    passkeys: {
      title: 'Passkeys',
      text: 'Melden Sie sich mit Fingerabdruck, Gesicht oder Geräte-PIN statt mit einem Code per E-Mail an.',
      none: 'Noch keine Passkeys',
      noneText: 'Fügen Sie für jedes Gerät, an dem Sie sich anmelden, einen hinzu.',
      cannot:
        'Dieser Browser kann hier keine Passkeys benutzen: Öffnen Sie Crossdock unter seinem Namen und über https.',
      add: 'Passkey hinzufügen',
      addText: 'Ihr Browser bittet Sie, das auf diesem Gerät zu bestätigen.',
      adding: 'Wird hinzugefügt …',
      added: 'Passkey hinzugefügt',
      givenUp: 'Es wurde nichts hinzugefügt: Die Frage des Browsers wurde geschlossen.',
      there: 'Auf diesem Gerät haben Sie schon einen Passkey.',
      name: 'Name',
      nameRequired: 'Ein Passkey braucht einen Namen',
      made: 'hinzugefügt am %{date}',
      used: 'Zuletzt benutzt',
      neverUsed: 'Nie benutzt',
      actions: 'Aktionen für %{name}',
      rename: 'Umbenennen',
      renameTitle: 'Passkey umbenennen',
      save: 'Speichern',
      renamed: 'Passkey umbenannt',
      remove: 'Entfernen',
      removed: 'Passkey entfernt',
      ask: {
        title: 'Den Passkey „%{name}“ entfernen?',
        text: 'Er lässt Sie nicht mehr hinein. Löschen Sie ihn auch auf Ihrem Gerät.',
      },
    },
  },
} satisfies Translation<typeof english>
