import { perApplication } from './application.js'

/** Version of the contract that plugins declare compatibility with. */
export const kernelVersion = '0.1.0'

const product = perApplication(() => ({ version: '' }))

/** Called once, by the product that contains the kernel, when plugins are registered. */
export function useProductVersion(text: string): void {
  product().version = text
}

/** Version of Crossdock, from its package.json. */
export const productVersion = (): string => product().version
