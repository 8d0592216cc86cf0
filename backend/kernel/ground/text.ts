/** What a sentence names: data, shown as it is. */
export type Params = Readonly<Record<string, string | number>>

/**
 * A sentence for people: its English template, which is its name in every language (as in gettext),
 * and the values for the places in braces.
 */
export interface Text {
  readonly template: string
  readonly params: Params
}

type Names<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/** Refuses what is put together: only what is written out can be translated. */
export type Written<Template extends string> =
  Record<never, never> extends Record<Template, true>
    ? 'Write the sentence out, with {names}.'
    : Template

type Values<Template extends string> = [Names<Template>] extends [never]
  ? []
  : [params: Readonly<Record<Names<Template>, string | number>>]

/**
 * A sentence: `text('There is no folder "{name}".', { name })`. The compiler refuses a template that
 * is put together from parts, and one with a place that gets no value. Braces that are meant as such
 * come as a value, too.
 */
export function text<const Template extends string>(
  template: Written<Template>,
  ...[params]: Values<Template>
): Text {
  return { template, params: params ?? {} }
}

/** Puts values in their places. What is in a value stays as it is, be it braces. */
export function fill(template: string, params: Params): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : place
  )
}

/** The beginning of a text that anybody may have sent: what is said of it stays short. */
export const beginningOf = (value: string, most: number): string =>
  value.length > most ? `${value.slice(0, most - 1)}…` : value

/** A sentence in English. */
export const english = ({ template, params }: Text): string => fill(template, params)
