/** Values of a sentence's placeholders, shown unchanged. */
export type Params = Readonly<Record<string, string | number>>

/**
 * A sentence for people: its English template, which is also the key of its translations (as in gettext), and
 * the values of its placeholders.
 */
export interface Text {
  readonly template: string
  readonly params: Params
}

type Names<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/** Rejects composed templates: only literal ones can be translated. */
export type Written<Template extends string> =
  Record<never, never> extends Record<Template, true>
    ? 'Write the sentence out, with {names}.'
    : Template

type Values<Template extends string> = [Names<Template>] extends [never]
  ? []
  : [params: Readonly<Record<Names<Template>, string | number>>]

/**
 * A sentence: `text('There is no folder "{name}".', { name })`. The compiler rejects a composed template, and a
 * placeholder without a value. Pass literal braces as a value, too.
 */
export function text<const Template extends string>(
  template: Written<Template>,
  ...[params]: Values<Template>
): Text {
  return { template, params: params ?? {} }
}

/** Inserts the values; braces in a value stay unchanged. */
export function fill(template: string, params: Params): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : place
  )
}

/** The start of a text from an untrusted sender, to keep messages short. */
export const beginningOf = (value: string, most: number): string =>
  value.length > most ? `${value.slice(0, most - 1)}…` : value

/** A sentence in English. */
export const english = ({ template, params }: Text): string => fill(template, params)
