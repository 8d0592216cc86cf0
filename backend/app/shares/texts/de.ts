/** German for the sentences of links. */
export default {
  'Created {count} links': '{count} Links angelegt',
  'Changed {count} links': '{count} Links geändert',
  'Revoked {count} links': '{count} Links widerrufen',
  'Downloaded {count} times from the link "{link}"':
    '{count}-mal über den Link „{link}“ heruntergeladen',
  'Share files and folders by links, and see and revoke existing links':
    'Dateien und Ordner durch Links teilen, Links sehen und widerrufen',
  'Change the rules for links to files and folders':
    'Bestimmen, wie Links zu Dateien und Ordnern sein dürfen',
  'Created the link {name}': 'Link {name} angelegt',
  'Changed the link {name}': 'Link {name} geändert',
  'Revoked the link {name}': 'Link {name} widerrufen',
  'Downloaded {name} from the link "{link}"': '{name} über den Link „{link}“ heruntergeladen',
  'Uploaded a file by the link "{link}"': 'Eine Datei über den Link „{link}“ hochgeladen',
  'Uploaded {count} files by the link "{link}"':
    '{count} Dateien über den Link „{link}“ hochgeladen',
  'Reported the link "{link}"': 'Link „{link}“ gemeldet',
  'Link reported': 'Link gemeldet',
  'See the links': 'Links ansehen',
  'Visitors reported the link {link} {count} times. The activity has each report.':
    'Besucher haben den Link {link} {count}-mal gemeldet. Die Aktivitäten enthalten jede Meldung.',
  'A visitor reported a link of your organization.':
    'Ein Besucher hat einen Link Ihrer Organisation gemeldet.',
  'A visitor reported a link of an organization without administrators.':
    'Ein Besucher hat einen Link einer Organisation ohne Administratoren gemeldet.',
  'A visitor reported the link {link} and wants an answer to {email}: {reason}':
    'Ein Besucher hat den Link {link} gemeldet und möchte eine Antwort an {email}: {reason}',
  'A visitor reported the link {link}: {reason}':
    'Ein Besucher hat den Link {link} gemeldet: {reason}',
  'A visitor reported the link {link} of {tenant} and wants an answer to {email}: {reason}':
    'Ein Besucher hat den Link {link} von {tenant} gemeldet und möchte eine Antwort an {email}: {reason}',
  'A visitor reported the link {link} of {tenant}: {reason}':
    'Ein Besucher hat den Link {link} von {tenant} gemeldet: {reason}',
  'Report this link': 'Diesen Link melden',
  'The organization that shares this gets your words. Your address is optional.':
    'Die Organisation, die dies teilt, bekommt Ihre Worte. Ihre Adresse ist freiwillig.',
  'What is wrong with this link?': 'Was stimmt mit diesem Link nicht?',
  'Email address for an answer': 'E-Mail-Adresse für eine Antwort',
  'Send the report': 'Meldung senden',
  'Thank you for your report': 'Danke für Ihre Meldung',
  '{organization} has got your report, and decides what to do about the link.':
    '{organization} hat Ihre Meldung bekommen und entscheidet, was mit dem Link geschieht.',
  'Changed the rules for links': 'Regel für Links geändert',
  'Turned links to files and folders off': 'Links zu Dateien und Ordnern abgeschaltet',
  'Links are turned off here. Ask an administrator.':
    'Links sind hier abgeschaltet. Wenden Sie sich an einen Administrator.',
  'Files can only be uploaded into a folder, and "{name}" is a file.':
    'Dateien werden in einen Ordner hochgeladen, und „{name}“ ist keiner.',
  'An upload link allows no downloads. Leave maxDownloads out.':
    'Über einen Link zum Hochladen wird nichts heruntergeladen.',
  'A link receives at most {most} GiB at once. Send fewer or smaller files.':
    'Über einen Link werden höchstens {most} GiB auf einmal hochgeladen. Senden Sie weniger oder kleinere Dateien.',
  'This link cannot receive more now. Try again in {wait} seconds.':
    'Dieser Link nimmt im Augenblick nichts mehr an. Versuchen Sie es in {wait} Sekunden noch einmal.',
  'This link cannot receive more now. Try again in {wait} minutes.':
    'Dieser Link nimmt im Augenblick nichts mehr an. Versuchen Sie es in {wait} Minuten noch einmal.',
  'This link cannot receive more now. Try again in {wait} hours.':
    'Dieser Link nimmt im Augenblick nichts mehr an. Versuchen Sie es in {wait} Stunden noch einmal.',
  'Links need a password here.': 'Links brauchen hier ein Passwort.',
  'Links belong to people, and {actor} acts for no person.':
    '{actor} handelt für niemanden, und Links gehören Personen.',
  'A link may work for {days} days at most.': 'Ein Link darf höchstens {days} Tage lang gelten.',
  '"{name}" was revoked. Make a new link.':
    '„{name}“ wurde widerrufen. Legen Sie einen neuen Link an.',
  '"{name}" was shown once, and no copy was kept. Make a new link.':
    '„{name}“ wurde nur einmal gezeigt, und es gibt keine Kopie. Legen Sie einen neuen Link an.',
  'There is no link with the id "{id}".': 'Einen Link mit der ID „{id}“ gibt es nicht.',
  'Links work for at most {days} days. Choose a shorter time.':
    'Links enden nach höchstens {days} Tagen: Wählen Sie nicht mehr.',
  '1 link': '1 Link',
  '{count} links': '{count} Links',
  'More than {count} links': 'Mehr als {count} Links',
  'This link does not work, or it has stopped working.': 'Dieser Link gilt nicht oder nicht mehr.',
  'This link has a password': 'Dieser Link hat ein Passwort',
  Password: 'Passwort',
  Open: 'Öffnen',
  'That is not the password. Try again.':
    'Das ist nicht das Passwort. Versuchen Sie es noch einmal.',
  Download: 'Herunterladen',
  'This folder is empty.': 'Dieser Ordner ist leer.',
  Name: 'Name',
  Size: 'Größe',
  'Upload files': 'Dateien hochladen',
  'The person who sent you this link receives your files. You cannot see what is already there.':
    'Ihre Dateien erhält die Person, die Ihnen diesen Link gesendet hat. Was dort schon liegt, sehen Sie nicht.',
  'You can upload until {day}.': 'Sie können bis {day} hochladen.',
  'Choose files, or drop them on the field.':
    'Wählen Sie Dateien aus oder ziehen Sie sie auf das Feld.',
  Files: 'Dateien',
  Upload: 'Hochladen',
  Waiting: 'Wartet',
  '{sent} of {size}': '{sent} von {size}',
  '{speed} per second': '{speed} pro Sekunde',
  'about {time} left': 'noch etwa {time}',
  'Arrived, {size}': 'Angekommen, {size}',
  'Arrived as {name}': 'Angekommen als {name}',
  'Files arrived: {done} of {total}': 'Angekommene Dateien: {done} von {total}',
  'The connection was lost. Try again.':
    'Die Verbindung ist abgebrochen. Versuchen Sie es noch einmal.',
  Retry: 'Noch einmal',
  'Retry {name}': '{name} noch einmal senden',
  'Your files have arrived': 'Ihre Dateien sind angekommen',
  'Some of your files have arrived': 'Einige Ihrer Dateien sind angekommen',
  'Not stored': 'Nicht gespeichert',
  'Upload more': 'Weitere hochladen',
  'Nothing here': 'Hier ist nichts',
  'This link does not work, or it has stopped working. Ask the person who sent it for a new one.':
    'Dieser Link gilt nicht oder nicht mehr. Bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
  'That did not work': 'Das hat nicht geklappt',
  'A download begins when a person asks for it. Open the link to download the file.':
    'Ein Download beginnt, wenn ein Mensch ihn verlangt. Öffnen Sie den Link, um die Datei herunterzuladen.',
  Back: 'Zurück',
  Folder: 'Ordner',
  'Folders above': 'Ordner darüber',
  'Previous page': 'Vorige Seite',
  'Next page': 'Nächste Seite',
  'Shared with you by {name}': '{name} hat dies mit Ihnen geteilt',
  '{organization} shared something with you': '{organization} hat etwas mit Ihnen geteilt',
  'Available until {day}': 'Verfügbar bis {day}',
  'Anyone with this link can open this page.': 'Mit diesem Link kann jeder diese Seite öffnen.',
  'Sent with {product}': 'Gesendet mit {product}',
  'Download all': 'Alles herunterladen',
  'Download all counts as one.': 'Alles herunterladen zählt als ein Download.',
  'There is no preview because the downloads of this link are limited.':
    'Es gibt keine Vorschau, weil die Downloads dieses Links begrenzt sind.',
  'At least {count} files': 'Mindestens {count} Dateien',
  '1 file, {size}': '1 Datei, {size}',
  '{count} files, {size}': '{count} Dateien, {size}',
  '1 file': '1 Datei',
  '{count} files': '{count} Dateien',
  'No file here is called "{search}".': 'Hier heißt keine Datei „{search}“.',
  'Search these files': 'In diesen Dateien suchen',
  'Only the first {count} files and folders were searched.':
    'Durchsucht wurden nur die ersten {count} Dateien und Ordner.',
  Order: 'Reihenfolge',
  'Newest first': 'Neueste zuerst',
  'Largest first': 'Größte zuerst',
  View: 'Ansicht',
  List: 'Liste',
  Tiles: 'Kacheln',
  Type: 'Art',
  Changed: 'Geändert',
  File: 'Datei',
  Image: 'Bild',
  'Open {name}': '{name} öffnen',
  'Download {name}': '{name} herunterladen',
  '{from} to {to} of {total}': '{from} bis {to} von {total}',
  'This is the beginning of the file. Download it to see the rest.':
    'Dies ist der Anfang der Datei. Laden Sie sie herunter, um den Rest zu sehen.',
  'Page {page} of {name}, if it has a preview':
    'Seite {page} von {name}, falls es dafür eine Vorschau gibt',
  'Page {page}': 'Seite {page}',
  'Preview of {name}': 'Vorschau von {name}',
  'Downloads left when this page was opened: {left}.':
    'Verbleibende Downloads, als diese Seite geöffnet wurde: {left}.',
  'Files received by a link': 'Dateien über einen Link erhalten',
  'A visitor uploaded files by a link of yours.':
    'Jemand hat über einen Link von Ihnen Dateien hochgeladen.',
  'Files were uploaded {count} times by the link {link}':
    '{count}-mal wurden Dateien über den Link {link} hochgeladen',
  'Link used up': 'Link aufgebraucht',
  'A link of yours has reached its download limit and no longer works.':
    'Ein Link von Ihnen hat seine Zahl von Downloads erreicht und gilt nicht mehr.',
  'The link {link} has reached its download limit':
    'Der Link {link} hat seine Zahl von Downloads erreicht',
}
