import { perApplication } from '@crossdock/kernel/plugin'

const product = perApplication(() => ({ version: '' }))

/** Called once when the application registers its plugins. */
export function useProductVersion(text: string): void {
  product().version = text
}

/** Version of Crossdock, from its package.json. */
export const productVersion = (): string => product().version
