let version = ''

/** Called once when the application registers its plugins. */
export function useProductVersion(text: string): void {
  version = text
}

/** Version of Crossdock, from its package.json. */
export const productVersion = (): string => version
