import type { MessagesByLanguage } from '@crossdock/admin/kit'

/** Texts of the first load: react-admin, the frame, sign-in, and names that plugins show everywhere. */
export const hostMessages: MessagesByLanguage = {
  en: () => import('virtual:crossdock-texts/shell/en'),
  de: () => import('virtual:crossdock-texts/shell/de'),
}

/** Texts of all screens of the repository. */
export const screenMessages: MessagesByLanguage = {
  en: () => import('virtual:crossdock-texts/screens/en'),
  de: () => import('virtual:crossdock-texts/screens/de'),
}
