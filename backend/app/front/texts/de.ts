import reference from './reference.de.js'

/** German for the sentences of the public pages. */
export default {
  'Demo request': 'Demo-Anfrage',
  'A visitor of the sales page asks for a demo.':
    'Ein Besucher der Verkaufsseite fragt nach einer Demo.',
  '{count} visitors asked for a demo': '{count} Besucher haben nach einer Demo gefragt',
  'Open the requests': 'Anfragen öffnen',
  ...reference,
  'Too many requests for a demo. Try again in {wait} seconds.':
    'Zu viele Anfragen nach einer Demo. Versuchen Sie es in {wait} Sekunden noch einmal.',
  'Too many requests for a demo. Try again in {wait} minutes.':
    'Zu viele Anfragen nach einer Demo. Versuchen Sie es in {wait} Minuten noch einmal.',
  'Too many requests for a demo. Try again in {wait} hours.':
    'Zu viele Anfragen nach einer Demo. Versuchen Sie es in {wait} Stunden noch einmal.',
  'This server holds {most} requests that wait for an answer and takes no more today.':
    'Auf diesem Server warten {most} Anfragen auf eine Antwort; heute nimmt er keine weitere an.',
  'A visitor asked for a demo': 'Ein Besucher hat nach einer Demo gefragt',
  'Marked a request for a demo as answered': 'Demo-Anfrage als beantwortet markiert',
  'Marked a request for a demo as open again': 'Demo-Anfrage wieder als offen markiert',
  'Deleted a request for a demo': 'Demo-Anfrage gelöscht',
  'Changed the public pages': 'Öffentliche Seiten geändert',
  'There is no request for a demo with the id "{id}".':
    'Eine Demo-Anfrage mit der ID „{id}“ gibt es nicht.',

  'Skip to the content': 'Zum Inhalt springen',
  Pages: 'Seiten',
  'Ways in': 'Zugänge',
  Menu: 'Menü',
  'Sign In': 'Anmelden',
  'Open dashboard': 'Dashboard öffnen',
  Solutions: 'Lösungen',
  'Schedule demo': 'Demo vereinbaren',
  'Get started': 'Loslegen',
  'Files and systems, connected across sites.': 'Dateien und Systeme, über Standorte verbunden.',
  Platform: 'Plattform',
  Enterprise: 'Unternehmen',
  'File synchronization': 'Dateisynchronisation',
  'Workflow engine': 'Workflow-Engine',
  Integrations: 'Integrationen',
  'API reference': 'API-Referenz',
  Security: 'Sicherheit',
  'Custom branding': 'Eigenes Branding',
  Pricing: 'Preise',

  '{product}: share files and connect systems': '{product}: Dateien teilen und Systeme verbinden',
  '{product} moves files between offices, partners and machines, runs the work that follows, and keeps a record of every step.':
    '{product} bringt Dateien von Büro zu Büro, zu Partnern und Maschinen, erledigt, was danach kommt, und hält jeden Schritt fest.',
  'Share files and connect systems across every site':
    'Dateien teilen und Systeme verbinden, über alle Standorte',
  'A workflow in the console: its steps, the settings of one step, and what it makes of a sample file':
    'Ein Workflow in der Konsole: seine Schritte, die Einstellungen eines Schritts und was er aus einer Beispieldatei macht',
  'One place for everything that moves between sites':
    'Ein Ort für alles, was zwischen Standorten unterwegs ist',
  'Real-time file synchronization': 'Dateisynchronisation in Echtzeit',
  'Folders on desktops, servers and partner systems stay the same. Conflicts are shown side by side, and nothing is lost.':
    'Ordner auf Computern, Servern und bei Partnern bleiben gleich. Konflikte stehen nebeneinander, und nichts geht verloren.',
  'Automated workflow engine': 'Automatische Workflow-Engine',
  'A file, a webhook or a schedule starts the work. Every step can be retried, and a restart loses nothing.':
    'Eine Datei, ein Webhook oder ein Zeitplan setzt die Arbeit in Gang. Jeder Schritt lässt sich wiederholen, und ein Neustart verliert nichts.',
  'Security and compliance': 'Sicherheit und Compliance',
  'Sign-in without passwords, access by folder, and an audit log that shows when it was altered.':
    'Anmeldung ohne Passwort, Zugriff je Ordner und ein Audit-Protokoll, das zeigt, wenn es verändert wurde.',
  'Multi-tenant isolation with custom branding': 'Getrennte Mandanten mit eigenem Branding',
  'Every organization has its own data, limits, name and colors. Shared links carry its brand.':
    'Jede Organisation hat eigene Daten, Grenzen, Namen und Farben. Geteilte Links tragen ihr Branding.',
  'See it with your own files': 'Sehen Sie es mit Ihren eigenen Dateien',
  'We show you a workflow with one of your documents.':
    'Wir zeigen Ihnen einen Workflow mit einem Ihrer Dokumente.',
  'Read the API': 'API lesen',

  'in sync': 'aktuell',
  'A file arrives': 'Eine Datei kommt an',
  'Over 10,000 in value?': 'Wert über 10.000?',
  'Customs approval': 'Freigabe durch Zoll',
  'Ines opened the link “Shipment 5521”': 'Ines hat den Link „Sendung 5521“ geöffnet',
  'Marek changed access to Invoices 2026': 'Marek hat den Zugriff auf Rechnungen geändert',
  'Night shift restored version 3 of rates.csv': 'Nachtschicht hat rates.csv auf Version 3 gesetzt',
  'Audit chain verified': 'Audit-Kette geprüft',

  'Free trial': 'Kostenlose Testphase',
  '{days} days': '{days} Tage',
  'Uptime SLA': 'Verfügbarkeit',
  'Monthly transfer': 'Übertragung im Monat',
  'up to {terabytes}TB': 'bis {terabytes} TB',
  'Client organizations': 'Organisationen als Kunden',
  Encryption: 'Verschlüsselung',
  '{bits} bits': '{bits} Bit',

  '{product} for enterprises': '{product} für Unternehmen',
  'Not sent · {product} for enterprises': 'Nicht gesendet · {product} für Unternehmen',
  'Capabilities, custom pricing, and a demo of {product} for organizations with many sites.':
    'Funktionen, individuelle Preise und eine Demo von {product} für Organisationen mit vielen Standorten.',
  '{product} for organizations with many sites':
    '{product} für Organisationen mit vielen Standorten',
  'Tell us how files move between your sites today. We show you how it would work here.':
    'Sagen Sie uns, wie Dateien heute zwischen Ihren Standorten unterwegs sind. Wir zeigen Ihnen, wie es hier ginge.',
  'Two-way folders between desktops, servers and SFTP, with a plan you can read before anything is deleted.':
    'Ordner in beide Richtungen zwischen Computern, Servern und SFTP, mit einem Plan, den Sie lesen können, bevor etwas gelöscht wird.',
  'Branches, approvals and retries. Every call is kept with its request and its answer.':
    'Verzweigungen, Freigaben und Wiederholungen. Jeder Aufruf bleibt mit Anfrage und Antwort erhalten.',
  'Single sign-on, access by folder, retention rules and a sealed audit log.':
    'Single Sign-on, Zugriff je Ordner, Aufbewahrungsregeln und ein versiegeltes Audit-Protokoll.',
  'Isolation and branding': 'Trennung und Branding',
  'Each organization has its own data, limits, domain and colors.':
    'Jede Organisation hat eigene Daten, Grenzen, Domain und Farben.',
  'Runs where you want': 'Läuft, wo Sie wollen',
  'On your own servers or in your own cloud, with one database.':
    'Auf eigenen Servern oder in der eigenen Cloud, mit einer einzigen Datenbank.',
  'Schedule your demo': 'Vereinbaren Sie Ihre Demo',
  'You hear from a person who knows the product.': 'Es meldet sich jemand, der das Produkt kennt.',
  'Your request has arrived. You hear from a person who knows the product.':
    'Ihre Anfrage ist angekommen. Es meldet sich jemand, der das Produkt kennt.',
  'Your request goes by email to the team that runs this server, and into their list. It is used to answer you and for nothing else. It is deleted after {days} days.':
    'Ihre Anfrage geht per E-Mail an das Team, das diesen Server betreibt, und in dessen Liste. Sie dient nur dazu, Ihnen zu antworten, und wird nach {days} Tagen gelöscht.',
  'Send another request': 'Noch eine Anfrage senden',
  'Your request was not sent.': 'Ihre Anfrage wurde nicht gesendet.',
  Email: 'E-Mail',
  Message: 'Nachricht',
  'Sites, systems, number of people': 'Standorte, Systeme, Zahl der Personen',
  'Custom pricing': 'Individuelle Preise',
  'Your price follows what you use. In one call we look at your numbers and send an offer you can sign or leave.':
    'Ihr Preis richtet sich nach dem, was Sie nutzen. In einem Gespräch sehen wir uns Ihre Zahlen an und senden ein Angebot, das Sie annehmen oder liegen lassen können.',
  'Book a pricing call': 'Preisgespräch vereinbaren',
  'Book a {minutes}-minute pricing call': 'Preisgespräch von {minutes} Minuten vereinbaren',
  'What the price depends on': 'Wovon der Preis abhängt',
  People: 'Personen',
  'by number': 'nach Anzahl',
  'Storage and transfer': 'Speicher und Übertragung',
  'by volume': 'nach Umfang',
  'API calls and runs': 'API-Aufrufe und Läufe',
  'Desktop agents': 'Desktop-Agenten',
  Support: 'Support',
  'by response time': 'nach Reaktionszeit',
}
