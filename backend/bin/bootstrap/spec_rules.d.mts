export function timesIn(text: string): string[]
