export function locked<T>(
  lock: string,
  work: () => T | Promise<T>,
  onHeld: (holder: number) => void
): Promise<T>
