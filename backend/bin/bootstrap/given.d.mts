export function valueIn(text: string, name: string): string | undefined
