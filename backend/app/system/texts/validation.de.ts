/** German for the messages of Vine. Answers add a period to them. */
export default {
  'The {field} field must be defined.': 'Das Feld {field} fehlt.',
  'The {field} field must be a string.': 'Das Feld {field} muss ein Text sein.',
  'The {field} field must be a valid email address.':
    'Das Feld {field} muss eine gültige E-Mail-Adresse sein.',
  'The {field} field must be a valid mobile phone number.':
    'Das Feld {field} muss eine gültige Mobilnummer sein.',
  'The {field} field must be a valid {providersList} card number.':
    'Das Feld {field} muss eine gültige Kartennummer sein ({providersList}).',
  'The {field} field must be a valid passport number.':
    'Das Feld {field} muss eine gültige Passnummer sein.',
  'The {field} field must be a valid postal code.':
    'Das Feld {field} muss eine gültige Postleitzahl sein.',
  'The {field} field format is invalid.': 'Das Feld {field} hat nicht die richtige Form.',
  'The {field} field must only contain ASCII characters.':
    'Das Feld {field} darf nur ASCII-Zeichen enthalten.',
  'The {field} field must be a valid IBAN number.': 'Das Feld {field} muss eine gültige IBAN sein.',
  'The {field} field must be a valid JWT token.': 'Das Feld {field} muss ein gültiges JWT sein.',
  'The {field} field must contain latitude and longitude coordinates.':
    'Das Feld {field} muss geografische Länge und Breite enthalten.',
  'The {field} field must be a valid URL.': 'Das Feld {field} muss eine gültige URL sein.',
  'The {field} field must contain only letters.': 'Das Feld {field} darf nur Buchstaben enthalten.',
  'The {field} field must contain only letters and numbers.':
    'Das Feld {field} darf nur Buchstaben und Ziffern enthalten.',
  'The {field} field must have at least {min} characters.':
    'Das Feld {field} muss mindestens {min} Zeichen haben.',
  'The {field} field must not be greater than {max} characters.':
    'Das Feld {field} darf höchstens {max} Zeichen haben.',
  'The {field} field must be {size} characters long.':
    'Das Feld {field} muss genau {size} Zeichen haben.',
  'The {originalField} field and {otherField} field must be the same.':
    'Die Felder {originalField} und {otherField} müssen gleich sein.',
  'The {field} field must end with {substring}.': 'Das Feld {field} muss mit {substring} enden.',
  'The {field} field must start with {substring}.':
    'Das Feld {field} muss mit {substring} anfangen.',
  'The {field} field and {otherField} field must be the same.':
    'Die Felder {field} und {otherField} müssen gleich sein.',
  'The {field} field and {otherField} field must be different.':
    'Die Felder {field} und {otherField} müssen verschieden sein.',
  'The selected {field} is invalid.': 'Der gewählte Wert von {field} ist nicht möglich.',
  'The {field} field must be a valid IP address.':
    'Das Feld {field} muss eine gültige IP-Adresse sein.',
  'The {field} field must be a valid VAT number.':
    'Das Feld {field} muss eine gültige Umsatzsteuernummer sein.',
  'The {field} field must be a valid UUID.': 'Das Feld {field} muss eine gültige UUID sein.',
  'The {field} field must be a valid ULID.': 'Das Feld {field} muss eine gültige ULID sein.',
  'The {field} field must be a valid hex color code.':
    'Das Feld {field} muss ein gültiger hexadezimaler Farbwert sein.',
  'The value must be a boolean.': 'Der Wert muss true oder false sein.',
  'The {field} field must be a number.': 'Das Feld {field} muss eine Zahl sein.',
  'The selected {field} is not in {values}.': '{field} ist keines von {values}.',
  'The {field} field must be at least {min}.': 'Das Feld {field} muss mindestens {min} sein.',
  'The {field} field must not be greater than {max}.':
    'Das Feld {field} darf höchstens {max} sein.',
  'The {field} field must be between {min} and {max}.':
    'Das Feld {field} muss zwischen {min} und {max} liegen.',
  'The {field} field must be positive.': 'Das Feld {field} muss größer als null sein.',
  'The {field} field must be negative.': 'Das Feld {field} muss kleiner als null sein.',
  'The {field} field must be positive or zero.':
    'Das Feld {field} darf nicht kleiner als null sein.',
  'The {field} field must be negative or zero.':
    'Das Feld {field} darf nicht größer als null sein.',
  'The {field} field must have {digits} decimal places.':
    'Das Feld {field} muss {digits} Nachkommastellen haben.',
  'The {field} field must be an integer.': 'Das Feld {field} muss eine ganze Zahl sein.',
  'The {field} field must be accepted.': 'Das Feld {field} muss bestätigt werden.',
  'The {field} field must be {expectedValue}.': 'Das Feld {field} muss {expectedValue} sein.',
  'The {field} field must be an object.': 'Das Feld {field} muss ein Objekt sein.',
  'The {field} field must be an array.': 'Das Feld {field} muss eine Liste sein.',
  'The {field} field must have at least {min} items.':
    'Das Feld {field} muss mindestens {min} Einträge haben.',
  'The {field} field must not have more than {max} items.':
    'Das Feld {field} darf höchstens {max} Einträge haben.',
  'The {field} field must contain {size} items.': 'Das Feld {field} muss {size} Einträge haben.',
  'The {field} field must not be empty.': 'Das Feld {field} darf nicht leer sein.',
  'The {field} field has duplicate values.': 'Das Feld {field} enthält Werte doppelt.',
  'Invalid value provided for {field} field.': 'Der Wert des Feldes {field} ist nicht möglich.',
  'The {field} field must be a datetime value.': 'Das Feld {field} muss ein Zeitpunkt sein.',
  'The {field} field must be a date equal to {expectedValue}.':
    'Das Feld {field} muss das Datum {expectedValue} sein.',
  'The {field} field must be a date after {expectedValue}.':
    'Das Feld {field} muss ein Datum nach {expectedValue} sein.',
  'The {field} field must be a date before {expectedValue}.':
    'Das Feld {field} muss ein Datum vor {expectedValue} sein.',
  'The {field} field must be a date after or equal to {expectedValue}.':
    'Das Feld {field} muss das Datum {expectedValue} oder ein späteres sein.',
  'The {field} field must be a date before or equal to {expectedValue}.':
    'Das Feld {field} muss das Datum {expectedValue} oder ein früheres sein.',
  'The {field} field must be a date after {otherField}.':
    'Das Feld {field} muss ein Datum nach {otherField} sein.',
  'The {field} field must be a date after or same as {otherField}.':
    'Das Feld {field} darf kein Datum vor {otherField} sein.',
  'The {field} field must be a date before {otherField}.':
    'Das Feld {field} muss ein Datum vor {otherField} sein.',
  'The {field} field must be a date before or same as {otherField}.':
    'Das Feld {field} darf kein Datum nach {otherField} sein.',
  'The {field} field is not a weekend.': 'Das Feld {field} liegt nicht am Wochenende.',
  'The {field} field is not a weekday.': 'Das Feld {field} ist kein Werktag.',
  'The {field} field must be a valid file.': 'Das Feld {field} muss eine gültige Datei sein.',
  'The {field} field must be at least {min} bytes in size.':
    'Das Feld {field} muss mindestens {min} Byte groß sein.',
  'The {field} field must not exceed {max} bytes in size.':
    'Das Feld {field} darf höchstens {max} Byte groß sein.',
  'The {field} mime type is invalid.': 'Der Medientyp von {field} ist nicht möglich.',
}
