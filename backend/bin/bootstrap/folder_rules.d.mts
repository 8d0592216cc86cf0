export function circlesIn(files: ReadonlyMap<string, string>): string[]
