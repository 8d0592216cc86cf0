import type { Messages } from '@crossdock/admin/kit'

type Values = Record<string, unknown>

/** The forms of a text in the order in which catalogs write them, separated by `||||`. */
const forms: Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

/**
 * Returns the function that finds a text by its key and fills in values: `%{name}`, and `smart_count`, which chooses
 * a form. Without the text, the value `_` or the key itself is the text.
 */
export function translator(texts: Messages, language: string) {
  const rules = new Intl.PluralRules(language)
  const { pluralCategories } = rules.resolvedOptions()
  const known = forms.filter((form) => pluralCategories.includes(form))

  return (key: string, values: Values = {}): string => {
    const text = find(texts, key) ?? (typeof values._ === 'string' ? values._ : key)
    const { smart_count: count } = values
    const chosen =
      typeof count === 'number' ? formOf(text, known.indexOf(rules.select(count))) : text
    return chosen.replace(/%\{(.*?)\}/g, (place, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      return value === undefined || value === null ? place : String(value)
    })
  }
}

function formOf(text: string, at: number): string {
  const written = text.split('||||')
  return (written[at] ?? written.at(-1)!).trim()
}

// A key may contain dots itself.
function find(texts: Messages, key: string): string | undefined {
  if (key === '') return ''
  const whole = Object.hasOwn(texts, key) ? texts[key] : undefined
  if (typeof whole === 'string') return whole
  for (let at = key.indexOf('.'); at > 0; at = key.indexOf('.', at + 1)) {
    const branch = Object.hasOwn(texts, key.slice(0, at)) ? texts[key.slice(0, at)] : undefined
    const found = typeof branch === 'object' ? find(branch, key.slice(at + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
