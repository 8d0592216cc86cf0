import type english from './failures.js'

/** Dieselben Sätze auf Deutsch. */
export default {
  unknown:
    'Diese Anmeldung gibt es nicht mehr, oder sie wurde ausgeschaltet. Melden Sie sich per E-Mail an.',
  elsewhere:
    'Eine andere Seite wollte Sie anmelden. Es ist nichts geschehen: Beginnen Sie auf dieser Seite.',
  address:
    'Dies ist die Adresse einer anderen Organisation. Melden Sie sich unter der Adresse Ihrer eigenen an.',
  too_many:
    'Zu viele Anmeldungen in kurzer Zeit. Warten Sie einige Minuten, und versuchen Sie es noch einmal.',
  expired: 'Das hat zu lange gedauert oder wurde schon benutzt. Melden Sie sich noch einmal an.',
  browser: 'Das wurde nicht in diesem Browser begonnen. Melden Sie sich hier noch einmal an.',
  denied:
    'Sie haben bei Ihrem Identitätsanbieter abgebrochen, oder er hat Sie nicht hereingelassen.',
  refused: 'Ihr Identitätsanbieter hat die Anmeldung abgelehnt. Fragen Sie Ihre Administration.',
  unreachable:
    'Ihr Identitätsanbieter war nicht zu erreichen. Versuchen Sie es später, oder melden Sie sich per E-Mail an.',
  not_allowed:
    'Ihr Identitätsanbieter hat eine Adresse, die dieser Server nicht aufrufen darf. Fragen Sie Ihre Administration.',
  slow: 'Ihr Identitätsanbieter hat nicht rechtzeitig geantwortet. Versuchen Sie es später, oder melden Sie sich per E-Mail an.',
  too_large:
    'Ihr Identitätsanbieter hat mit viel zu viel geantwortet; davon wurde nichts geglaubt.',
  invalid:
    'Ihr Identitätsanbieter hat mit etwas geantwortet, das keine Anmeldung ist. Versuchen Sie es noch einmal.',
  client:
    'Ihr Identitätsanbieter nimmt diesen Server nicht an: Seine Client-ID oder sein Secret ist falsch. Fragen Sie Ihre Administration.',
  code: 'Ihr Identitätsanbieter kennt seinen eigenen Code nicht mehr. Melden Sie sich noch einmal an.',
  state: 'Die Antwort sagt nicht, zu welcher Anmeldung sie gehört. Melden Sie sich noch einmal an.',
  issuer:
    'Die Antwort kommt von einem anderen Aussteller als dem, der gefragt wurde. Niemand wurde angemeldet.',
  audience:
    'Die Antwort war für jemand anderen bestimmt, nicht für diesen Server. Niemand wurde angemeldet.',
  nonce:
    'Die Antwort gehört zu einer anderen Anmeldung. Niemand wurde angemeldet; melden Sie sich noch einmal an.',
  signature:
    'Die Antwort ist nicht von Ihrem Identitätsanbieter unterschrieben. Niemand wurde angemeldet.',
  algorithm:
    'Die Antwort ist auf eine Weise unterschrieben, die nichts beweist. Niemand wurde angemeldet.',
  outdated:
    'Die Antwort ist abgelaufen, oder eine Uhr geht falsch. Melden Sie sich noch einmal an.',
  ahead:
    'Die Antwort kommt aus der Zukunft: Eine Uhr geht falsch. Sagen Sie es Ihrer Administration.',
  keys: 'Der Anbieter hat seine Schlüssel gewechselt. Melden Sie sich noch einmal an.',
  no_email:
    'Ihr Identitätsanbieter hat keine E-Mail-Adresse genannt; deshalb weiß hier niemand, wer Sie sind.',
  unverified:
    'Ihr Identitätsanbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort, oder melden Sie sich per E-Mail an.',
  domain:
    'Personen mit einer Adresse dieser Domain dürfen sich nicht auf diesem Weg anmelden. Melden Sie sich per E-Mail an.',
  trial_domain:
    'Die Domain dieser Adresse gehört nicht zu den erlaubten Domains dieses Anbieters. Fügen Sie sie hinzu, oder versuchen Sie es mit einem anderen Konto.',
  other_account:
    'Diese E-Mail-Adresse gehört zu einem anderen Konto Ihres Identitätsanbieters. Fragen Sie Ihre Administration.',
  outside:
    'Ihre Organisation lässt nur Adressen bestimmter Domains hinein; Ihre gehört nicht dazu. Fragen Sie Ihre Administration.',
  deactivated: 'Ihr Konto ist hier deaktiviert. Fragen Sie Ihre Administration.',
  other:
    'Die Anmeldung durch Ihren Identitätsanbieter hat nicht geklappt. Versuchen Sie es noch einmal, oder melden Sie sich per E-Mail an.',
} satisfies Record<keyof typeof english, string>
