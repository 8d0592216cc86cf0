type Values<Form> = { [K in keyof Form]: Form[K] extends string ? string | null : Form[K] }

/**
 * The values of a form as they are sent: texts without space around them, and null for what is
 * empty. Fields that need no more than that are named by their input alone.
 */
export function toValues<Form extends object>(form: Form): Values<Form> {
  const values = Object.entries(form).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.trim() || null : value,
  ])
  return Object.fromEntries(values) as Values<Form>
}
