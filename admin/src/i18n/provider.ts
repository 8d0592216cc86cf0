import { setLanguage } from '@crossdock/admin/kit'
import type { I18nProvider } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { Registry } from '../registry/registry.js'
import { loadCatalog } from './catalog.js'
import { hostMessages } from './host.js'
import { isolateNames } from './isolated.js'
import { languagesOf, nameOf } from './languages.js'

/** An i18n provider that loads the texts of screens on demand. */
export interface ScreensI18nProvider extends I18nProvider {
  /** Loads the texts of all screens once; returns the same promise until the language changes. */
  screenTexts(): Promise<void>
}

/** react-admin's provider over polyglot. It holds one language at a time and loads another one when it is chosen. */
export async function createI18nProvider(
  registry: Registry,
  language: string
): Promise<ScreensI18nProvider> {
  let ofScreens: Promise<void> | undefined
  const load = (locale: string) =>
    loadCatalog(
      [hostMessages, ...registry.messages, ...(ofScreens ? registry.screenMessages : [])],
      locale
    )
  const first = await load(language)
  const locales = languagesOf(registry).map((locale) => ({
    locale,
    // The first lookup of a language name is slow in browsers, and few people need it.
    get name() {
      return nameOf(locale)
    },
  }))
  const polyglot = polyglotI18nProvider(
    (locale) => (locale === language && !ofScreens ? first : load(locale)),
    language,
    locales,
    // A label may be a message key or the text itself.
    { allowMissing: true }
  )
  const speak = () => {
    const locale = polyglot.getLocale()
    // Calls to the server send this language, too.
    document.documentElement.lang = locale
    setLanguage(locale, polyglot.translate('kit.justNow'))
  }
  speak()
  return {
    ...polyglot,
    translate: (key: string, values?: Record<string, unknown>) =>
      polyglot.translate(key, isolateNames(values)),
    async changeLocale(locale) {
      if (!locales.some((known) => known.locale === locale)) return
      await polyglot.changeLocale(locale)
      speak()
    },
    screenTexts: () =>
      (ofScreens ??= loadCatalog(registry.screenMessages, polyglot.getLocale()).then(
        // The texts are in memory, so a language that was chosen in the meantime cannot be replaced.
        () => polyglot.changeLocale(polyglot.getLocale()),
        (error: unknown) => {
          ofScreens = undefined
          throw error
        }
      )),
  }
}
