export function pairsIn(files: ReadonlyMap<string, string>): string[]
