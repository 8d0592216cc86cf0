export function cyclesIn(files: ReadonlyMap<string, string>): string[]
