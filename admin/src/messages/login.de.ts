import type { Translation } from '@crossdock/admin/kit'
import type english from './login.js'

/** German texts of the sign-in page. */
export default {
  login: {
    title: 'Bei %{name} anmelden',
    subtitle: 'Sie bekommen einen Link und einen Code per E-Mail. Kein Passwort.',
    onlySubtitle: 'Ihre Organisation meldet sich über ihren Identitätsanbieter an.',
    email: 'E-Mail-Adresse',
    emailRequired: 'Die E-Mail-Adresse ist erforderlich',
    emailInvalid: 'Eine gültige E-Mail-Adresse ist erforderlich',
    organization: 'Organisation',
    organizationHint: 'Leer lassen für den Zugang als Betreiber',
    send: 'Anmeldelink senden',
    continueWith: 'Weiter mit %{name}',
    sending: 'Link wird gesendet …',
    back: 'Zurück',
    help: 'Hilfe nötig?',
    sent: {
      title: 'Anmeldelink gesendet',
      text: 'In Ihrer E-Mail finden Sie einen sicheren Anmeldelink und den Bestätigungscode.',
    },
    sendFailed: 'Der Anmeldelink konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.',
    code: {
      title: 'Sehen Sie in Ihr Postfach',
      subtitle: 'Wir haben einen Anmeldelink und einen 6-stelligen Code gesendet an',
      linkSubtitle: 'Wir haben einen Anmeldelink gesendet an',
      label: 'Bestätigungscode',
      verify: 'Code prüfen',
      verifying: 'Wird geprüft …',
      back: 'Zurück',
      spam: 'Keine E-Mail bekommen? Sehen Sie im Spam-Ordner nach.',
      resend: 'Neuen Code senden',
      resendIn: 'Neuen Code senden in %{seconds} s',
    },
    link: {
      title: 'Sie werden angemeldet',
      text: 'Einen Moment, Ihr Anmeldelink wird geprüft.',
    },
    choice: { title: 'Welche Organisation?' },
    confirm: {
      title: 'Mit diesem Link anmelden?',
      as: 'Anmelden als',
      to: 'bei',
      end: '?',
      replaces:
        'Sie sind bei %{organization} als %{email} angemeldet; diese Anmeldung endet damit.',
      yes: 'Anmelden',
      no: 'Nicht jetzt',
    },
    sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
    verifyFailed: 'Die Prüfung ist fehlgeschlagen',
    step: {
      title: 'Noch ein Schritt',
      text: 'Benutzen Sie einen Passkey oder einen Ihrer Wiederherstellungscodes.',
      passkey: 'Passkey benutzen',
      code: 'Wiederherstellungscode',
      hint: 'Jeder gilt einmal',
      useCode: 'Wiederherstellungscode benutzen',
    },
    passkey: 'Mit einem Passkey anmelden',
    passkeyFailed:
      'Der Passkey ließ sich nicht benutzen. Versuchen Sie es noch einmal, oder melden Sie sich per E-Mail an.',
    success: { title: 'Erfolgreich angemeldet', text: 'Sie sind jetzt angemeldet.' },
  },
} satisfies Translation<typeof english>
