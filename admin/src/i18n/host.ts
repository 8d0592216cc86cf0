import type { MessagesByLanguage } from '@crossdock/admin/kit'

/** Texts of react-admin, the kit, the page frame and the sign-in page. */
export const hostMessages: MessagesByLanguage = {
  en: () => import('../messages/index.js'),
  de: () => import('../messages/index.de.js'),
}
