/** German for the sentences of links. */
export default {
  'Share files and folders by links, and see and revoke the links there are':
    'Dateien und Ordner durch Links teilen, Links sehen und widerrufen',
  'Change what links to files and folders may be like':
    'Bestimmen, wie Links zu Dateien und Ordnern sein dürfen',
  'Created the link {name}': 'Link {name} angelegt',
  'Changed the link {name}': 'Link {name} geändert',
  'Revoked the link {name}': 'Link {name} widerrufen',
  'Downloaded {name} by the link {link}': '{name} über den Link {link} heruntergeladen',
  'Uploaded a file by the link {link}': 'Eine Datei über den Link {link} hochgeladen',
  'Uploaded {count} files by the link {link}': '{count} Dateien über den Link {link} hochgeladen',
  'Changed the rule about links': 'Regel für Links geändert',
  'Turned links to files and folders off': 'Links zu Dateien und Ordnern abgeschaltet',
  'Links are turned off here. Ask an administrator.':
    'Links sind hier abgeschaltet. Wenden Sie sich an einen Administrator.',
  'Files are uploaded into a folder, and "{name}" is none.':
    'Dateien werden in einen Ordner hochgeladen, und „{name}“ ist keiner.',
  'By a link for uploads nothing is downloaded.':
    'Über einen Link zum Hochladen wird nichts heruntergeladen.',
  'By a link at most {most} GiB are uploaded at once. Send fewer or smaller files.':
    'Über einen Link werden höchstens {most} GiB auf einmal hochgeladen. Senden Sie weniger oder kleinere Dateien.',
  'This link has taken all it can for now. Try again in {wait} seconds.':
    'Dieser Link nimmt im Augenblick nichts mehr an. Versuchen Sie es in {wait} Sekunden noch einmal.',
  'This link has taken all it can for now. Try again in {wait} minutes.':
    'Dieser Link nimmt im Augenblick nichts mehr an. Versuchen Sie es in {wait} Minuten noch einmal.',
  'This link has taken all it can for now. Try again in {wait} hours.':
    'Dieser Link nimmt im Augenblick nichts mehr an. Versuchen Sie es in {wait} Stunden noch einmal.',
  'Links need a password here.': 'Links brauchen hier ein Passwort.',
  '{actor} acts for nobody, and links belong to people.':
    '{actor} handelt für niemanden, und Links gehören Personen.',
  'A link may work for {days} days at most.': 'Ein Link darf höchstens {days} Tage lang gelten.',
  '"{name}" was revoked. Make a new link.':
    '„{name}“ wurde widerrufen. Legen Sie einen neuen Link an.',
  'There is no link with the id "{id}".': 'Einen Link mit der ID „{id}“ gibt es nicht.',
  'Links end after {days} days at most: choose no more than that.':
    'Links enden nach höchstens {days} Tagen: Wählen Sie nicht mehr.',
  '1 link': '1 Link',
  '{count} links': '{count} Links',
  'More than {count} links': 'Mehr als {count} Links',
  'This link does not work, or no longer.': 'Dieser Link gilt nicht oder nicht mehr.',
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
  'Whoever made this link receives what you upload. You see nothing of what is there.':
    'Wer diesen Link angelegt hat, erhält, was Sie hochladen. Was dort liegt, sehen Sie nicht.',
  Files: 'Dateien',
  Upload: 'Hochladen',
  'Your files have arrived': 'Ihre Dateien sind angekommen',
  'Some of your files have arrived': 'Einige Ihrer Dateien sind angekommen',
  'Not stored': 'Nicht gespeichert',
  'Upload more': 'Weitere hochladen',
  'Nothing here': 'Hier ist nichts',
  'This link does not work, or no longer. Ask whoever gave it to you for another one.':
    'Dieser Link gilt nicht oder nicht mehr. Bitten Sie den, der ihn Ihnen gegeben hat, um einen neuen.',
  'That did not work': 'Das hat nicht geklappt',
  'A download begins when a person asks for it. Open the link to download the file.':
    'Ein Download beginnt, wenn ein Mensch ihn verlangt. Öffnen Sie den Link, um die Datei herunterzuladen.',
  Back: 'Zurück',
  Folder: 'Ordner',
  'Folders above': 'Ordner darüber',
  'Previous page': 'Vorige Seite',
  'Next page': 'Nächste Seite',
  'Shared by {name}.': 'Geteilt von {name}.',
  'The link works until {day}.': 'Der Link gilt bis {day}.',
  'Downloads left when this page was opened: {left}.':
    'Verbleibende Downloads, als diese Seite geöffnet wurde: {left}.',
  'Files received by a link': 'Dateien über einen Link erhalten',
  'Somebody uploaded files by a link of yours.':
    'Jemand hat über einen Link von Ihnen Dateien hochgeladen.',
  'Files were uploaded {count} times by the link {link}':
    '{count}-mal wurden Dateien über den Link {link} hochgeladen',
  'Link used up': 'Link aufgebraucht',
  'A link of yours has reached its number of downloads and works no more.':
    'Ein Link von Ihnen hat seine Zahl von Downloads erreicht und gilt nicht mehr.',
  'The link {link} has reached its number of downloads':
    'Der Link {link} hat seine Zahl von Downloads erreicht',
}
