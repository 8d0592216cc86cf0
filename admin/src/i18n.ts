import { kitMessages, type Messages } from '@crossdock/admin/kit'
import englishMessages from 'ra-language-english'
import { mergeTranslations, type I18nProvider } from 'ra-core'
import type { Registry } from './registry/registry.js'
import { loginMessages } from './messages/login.js'
import { shellMessages } from './messages/shell.js'

const host: Record<string, Messages[]> = {
  en: [kitMessages, shellMessages, loginMessages],
}

interface Values {
  /** Text for a key that no catalog has. */
  _?: string
  /** Chooses among the forms of a text: "%{smart_count} file |||| %{smart_count} files". */
  smart_count?: number
  [name: string]: unknown
}

/**
 * Texts of react-admin, the console and all plugins, merged by language, in the notation of
 * react-admin's catalogs (polyglot's). Its library would weigh more than all texts together.
 */
export function createI18nProvider(registry: Registry): I18nProvider {
  const locale = 'en'
  const texts = flatten(
    mergeTranslations(
      englishMessages,
      ...(host[locale] ?? []),
      ...registry.messagesOf(locale)
    ) as unknown as Messages
  )
  return {
    getLocale: () => locale,
    getLocales: () => [{ locale, name: 'English' }],
    changeLocale: () => Promise.resolve(),
    translate: (key: string, values: Values = {}) => {
      const text = texts.get(key) ?? values._
      return text === undefined ? key : fill(text, values, locale)
    },
  }
}

function flatten(messages: Messages, prefix = '', texts = new Map<string, string>()) {
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') texts.set(prefix + key, value)
    else flatten(value, `${prefix}${key}.`, texts)
  }
  return texts
}

function fill(text: string, values: Values, locale: string): string {
  const { smart_count: count } = values
  const form = typeof count === 'number' ? formFor(text.split('||||'), count, locale) : text
  return form.replace(/%\{(\w+)\}/g, (whole, name: string) =>
    values[name] == null ? whole : String(values[name])
  )
}

const categories: Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

// Forms stand in the order of the categories the language has.
function formFor(forms: string[], count: number, locale: string): string {
  const rules = new Intl.PluralRules(locale)
  const own = rules.resolvedOptions().pluralCategories
  const at = categories.filter((name) => own.includes(name)).indexOf(rules.select(count))
  return (forms[at] ?? forms.at(-1) ?? '').trim()
}
