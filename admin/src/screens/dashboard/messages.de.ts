import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the dashboard. */
export default {
  dashboard: {
    title: 'Übersicht',
    subtitle: 'Verwalten Sie Ihre Dateien und Integrationen',
    metrics: {
      totalAssets: 'Dateien gesamt',
      activeUsers: 'Aktive Benutzer',
      invited: '%{smart_count} eingeladen',
      integrations: 'Integrationen',
      status: 'Systemstatus',
    },
    status: { operational: 'In Betrieb', degraded: 'Eingeschränkt', down: 'Ausgefallen' },
    trouble: {
      failedJobs:
        '%{smart_count} fehlgeschlagener Auftrag |||| %{smart_count} fehlgeschlagene Aufträge',
      parkedEvents:
        '%{smart_count} zurückgestelltes Ereignis |||| %{smart_count} zurückgestellte Ereignisse',
    },
    attention: {
      title: 'Zu erledigen',
      well: 'Alles in Ordnung.',
      serverWell: 'Der Server selbst ist in Ordnung.',
      lastEvent: 'Letztes Ereignis',
      unknown: 'Nicht alles ließ sich prüfen: %{reason}',
      component: 'Teil des Systems: %{name}',
      degraded: 'Arbeitet nicht, wie er soll.',
      down: 'Antwortet nicht.',
      failedJobs: 'Aus den letzten 7 Tagen. Auflisten und wiederholen mit',
      parkedEvents: 'Nicht verarbeitet. Auflisten und wiederholen mit',
    },
    firstSteps: {
      title: 'Erste Schritte',
      progress: '%{done} von %{total} erledigt',
      done: 'Erledigt',
      dismiss: 'Erste Schritte ausblenden',
    },
    quickActions: {
      title: 'Schnellzugriff',
      assets: { title: 'Dateien ansehen', text: 'Dateien ansehen und verwalten' },
      users: { title: 'Benutzer verwalten', text: 'Team und Berechtigungen' },
      integrations: { title: 'Integrationen', text: 'Dienste verbinden' },
    },
    administration: {
      title: 'Systemverwaltung',
      tenants: { title: 'Mandanten verwalten', text: 'Einstellungen der Organisationen' },
      environments: { title: 'Umgebungen', text: 'Konfiguration des Systems' },
    },
    activity: {
      title: 'Letzte Aktivitäten',
      viewAll: 'Alle anzeigen',
      by: 'von %{name}',
    },
  },
} satisfies Translation<typeof english>
