type Values<Form> = { [K in keyof Form]: Form[K] extends string ? string | null : Form[K] }

/**
 * Returns the values of a form as the API expects them: trimmed texts, and null for empty fields. Callers list only
 * fields that need another conversion.
 */
export function toValues<Form extends object>(form: Form): Values<Form> {
  const values = Object.entries(form).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.trim() || null : value,
  ])
  return Object.fromEntries(values) as Values<Form>
}
