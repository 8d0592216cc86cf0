import { useController } from 'react-hook-form'

/**
 * Edits a list in a form field that holds it as JSON text, in the format of `toFields`.
 * @param validate returns the error message, if any
 */
export function useJsonList<T>(name: string, validate: (list: readonly T[]) => string | undefined) {
  const { field, fieldState } = useController({
    name,
    rules: { validate: (text: unknown) => validate(listOf<T>(text)) },
  })
  const list = listOf<T>(field.value)
  const set = (next: readonly T[]) =>
    field.onChange(next.length > 0 ? JSON.stringify(next, null, 2) : '')
  return {
    list,
    error: fieldState.error?.message,
    ref: field.ref,
    add: (item: T) => set([...list, item]),
    change: (at: number, part: Partial<T>) =>
      set(list.map((item, place) => (place === at ? { ...item, ...part } : item))),
    remove: (at: number) => set(list.filter((_, place) => place !== at)),
  }
}

function listOf<T>(text: unknown): readonly T[] {
  try {
    const list: unknown = typeof text === 'string' && text ? JSON.parse(text) : []
    return Array.isArray(list) ? (list as T[]) : []
  } catch {
    return []
  }
}
