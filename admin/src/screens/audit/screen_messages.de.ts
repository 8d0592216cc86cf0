import type { Translation } from '@crossdock/admin/kit'
import type english from './screen_messages.js'

/** German texts of the audit. */
export default {
  audit: {
    list: 'Wer was getan hat',
    noMatch: 'Kein Eintrag passt zu Ihren Filtern',
    empty: {
      title: 'Noch ist nichts versiegelt',
      text: 'Was Personen und Programme tun, steht Augenblicke später hier und bleibt.',
    },
    erased: 'Gelöscht',
    ofPerson: 'Alles von dieser Person',
    details: 'Einzelheiten',
    detailsErased: 'Die Einzelheiten wurden gelöscht. Der Hash belegt, dass es sie gab.',
    column: {
      seq: 'Nr.',
      action: 'Was geschehen ist',
      person: 'Wer',
      userId: 'ID der Person',
      actor: 'Handelte als',
      event: 'Ereignis',
      target: 'Betrifft',
      source: 'Veranlasst von',
      environment: 'Umgebung',
      cause: 'Wegen',
      time: 'Zeit',
      hash: 'Hash',
    },
    actor: {
      user: 'Eine Person',
      token: 'Ein Zugriffstoken',
      agent: 'Ein Agent',
      link: 'Besuch über einen Link',
      webhook: 'Ein Webhook',
      sync: 'Ein Sync-Vertrag',
      flow: 'Ein Workflow',
      system: 'Crossdock',
    },
    export: { csv: 'Als CSV exportieren', jsonl: 'Als JSON-Zeilen exportieren' },
    sealed: {
      title: 'Versiegeltes Audit',
      text: 'Jeder Eintrag ist mit dem davor verkettet: Was später geändert oder entfernt wird, fällt auf.',
      ofOperator: 'Was Superadministratoren außerhalb aller Organisationen getan haben.',
      upTo: 'Versiegelt bis Eintrag %{seq},',
      begins: 'Was vor Eintrag %{seq} kam, hat die Aufbewahrung abgeschnitten',
    },
    verify: {
      action: 'Prüfen',
      running: 'Wird geprüft …',
      failed: 'Das Audit lässt sich gerade nicht prüfen.',
      soFar:
        'Bisher ist %{count} Eintrag, wie er versiegelt wurde. |||| Bisher sind %{count} Einträge, wie sie versiegelt wurden.',
      good: 'Der einzige Eintrag ist, wie er versiegelt wurde: Keiner fehlt, keiner wurde geändert. |||| Alle %{count} Einträge sind, wie sie versiegelt wurden: Keiner fehlt, keiner wurde geändert.',
      erased: 'Aus %{count} von ihnen wurde etwas zu einer Person gelöscht.',
      bad: 'Dieses Audit ist nicht, wie es versiegelt wurde. Von %{count} Eintrag: |||| Dieses Audit ist nicht, wie es versiegelt wurde. Von %{count} Einträgen:',
    },
  },
} satisfies Translation<typeof english>
