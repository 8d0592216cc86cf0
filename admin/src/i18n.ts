import { kitMessages, type Messages } from '@crossdock/admin/kit'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import englishMessages from 'ra-language-english'
import { mergeTranslations, type I18nProvider } from 'ra-core'
import type { Registry } from './registry/registry.js'
import { loginMessages } from './messages/login.js'
import { shellMessages } from './messages/shell.js'

const host: Record<string, Messages[]> = {
  en: [kitMessages, shellMessages, loginMessages],
}

/** Texts of react-admin, the console and all plugins, merged by language. */
export function createI18nProvider(registry: Registry): I18nProvider {
  return polyglotI18nProvider(
    (locale) =>
      mergeTranslations(
        englishMessages,
        ...(host[locale] ?? host.en ?? []),
        ...registry.messagesOf(locale)
      ),
    'en',
    [{ locale: 'en', name: 'English' }]
  )
}
