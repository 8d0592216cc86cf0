/** German for the sentences of branding. */
export default {
  'Change the name, logo, colors and mails of the organization, and its own domain':
    'Name, Logo, Farben und E-Mails der Organisation ändern und ihre eigene Domain',
  'Changed the branding of the organization': 'Branding der Organisation geändert',
  'Verified the domain {domain}': 'Domain {domain} bestätigt',
  'Removed the domain {domain}': 'Domain {domain} aufgegeben',
  'Lost the domain {domain}: its proof in DNS is gone':
    'Domain {domain} verloren: Ihr Nachweis im DNS ist weg',
  'The color {color} is too pale to be read on a light page: its contrast is {ratio}:1, and {needed}:1 is needed. The nearest color with enough contrast is {nearest}.':
    'Die Farbe {color} ist auf einer hellen Seite zu blass zum Lesen: Der Kontrast ist {ratio}:1, nötig ist {needed}:1. Die nächste Farbe mit genug Kontrast ist {nearest}.',
  '"{domain}" is not a public host name. Enter one such as files.example.com, without https:// and without a port.':
    '„{domain}“ ist kein öffentlicher Hostname. Geben Sie einen wie files.example.com an, ohne https:// und ohne Port.',
  '{domain} belongs to this Crossdock itself. Enter your own domain.':
    '{domain} gehört zu diesem Crossdock selbst. Geben Sie eine eigene Domain an.',
  '{domain} is the domain of another organization of this Crossdock.':
    '{domain} ist die Domain einer anderen Organisation dieses Crossdock.',
  'No domain is claimed yet. Set customDomain first.':
    'Noch ist keine Domain beansprucht. Geben Sie zuerst eine als customDomain an.',
  'The domain changed during the check, so the result was not stored. Verify it again.':
    'Die Domain wurde während der Prüfung geändert; deshalb wurde nichts vermerkt. Bestätigen Sie sie noch einmal.',
  'A domain decides where people sign in, so adding or removing one requires all permissions of an administrator. You do not have {permissions}.':
    'Wer eine Domain hinzufügt oder aufgibt, bestimmt, wo sich andere anmelden; dazu gehört alles, was ein Administrator darf. Ihnen fehlt {permissions}.',
  'There is no logo "{id}".': 'Ein Logo „{id}“ gibt es nicht.',
  'No organization is reachable at "{id}".': 'Unter „{id}“ wird keine Organisation erreicht.',
  'SVG is not supported, because it can contain scripts. Export the logo as PNG, at least 80 pixels high, and send that.':
    'SVG wird nicht angenommen: Es kann Skripte enthalten. Exportieren Sie das Logo als PNG, mindestens 80 Pixel hoch, und senden Sie das.',
  'This is not a supported picture. Send a complete PNG, JPEG or WebP of at most 25 million pixels.':
    'Dieses Bild kann nicht angenommen werden. Senden Sie ein vollständiges PNG, JPEG oder WebP mit höchstens 25 Millionen Pixeln.',
  'The {field} holds characters that cannot be seen or that turn the reading direction around.':
    'Das Feld {field} enthält Zeichen, die nicht zu sehen sind oder die Leserichtung umkehren.',
  'Own domain lost': 'Eigene Domain verloren',
  'The proof of your organization’s own domain was gone for seven days.':
    'Der Nachweis der eigenen Domain Ihrer Organisation fehlte sieben Tage lang.',
}
