type Values<Form> = { [K in keyof Form]: Form[K] extends string ? string | null : Form[K] }

/**
 * The values of a form as they are sent: trimmed texts, and null for empty fields. Fields that need no further
 * conversion are named only by their input.
 */
export function toValues<Form extends object>(form: Form): Values<Form> {
  const values = Object.entries(form).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.trim() || null : value,
  ])
  return Object.fromEntries(values) as Values<Form>
}
