import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the test of a connection. */
export default {
  test: 'Testen',
  testOf: 'Testen der Verbindung zu %{name}',
  title: 'Verbindung zu %{name}',
  testing: 'Die Verbindung wird getestet...',
  testThis: 'Verbindung testen',
  again: 'Erneut testen',
  failed: 'Verbindungstest fehlgeschlagen',
  path: 'Pfad',
  pathHint: 'Unter der Basis-URL, etwa /orders?limit=1. Leer: die Basis-URL selbst.',
  reachable: 'Erreichbar',
  certificate: 'Zertifikat',
  trusted: 'Vertraut',
  notTrusted: 'Nicht vertraut',
  notEncrypted: 'Nicht geprüft',
  credentials: 'Zugangsdaten',
  accepted: 'Angenommen',
  refused: 'Nicht angenommen',
  unknown: 'Nicht bekannt',
  status: 'Statuscode',
  duration: 'Dauer',
  accept: 'Annehmen',
  yes: 'Ja',
  no: 'Nein',
  grant: {
    connect: 'Verbinden',
    again: 'Neu verbinden',
    none: 'Noch nicht verbunden.',
    connected: 'Verbunden %{time}.',
    broken: 'Bitte neu verbinden: %{reason}',
    failed: 'Die Verbindung konnte nicht gestartet werden.',
    redirect: 'Tragen Sie diese Adresse beim Anbieter ein: %{address}',
    lost: 'Das System muss neu verbunden werden.',
  },
  back: {
    connected: 'Das System ist verbunden.',
    expired:
      'Die Anfrage ist abgelaufen oder wurde schon benutzt. Verbinden Sie das System erneut.',
    refused:
      'Der Anbieter hat keinen Zugriff gewährt. Verbinden Sie das System erneut, und erlauben Sie den Zugriff.',
    signedOut: 'Ihre Sitzung war beendet, als Sie zurückkamen. Verbinden Sie das System erneut.',
    moved:
      'Adresse oder Client des Systems haben sich inzwischen geändert. Verbinden Sie es erneut.',
    failed:
      'Der Anbieter hat kein Token ausgestellt. Prüfen Sie Client-ID, Client-Secret und URLs, und verbinden Sie erneut.',
  },
  log: 'Protokoll',
} satisfies Translation<typeof english>
