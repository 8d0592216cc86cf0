import packageJson from '../package.json' with { type: 'json' }

/** The version of this agent. */
export const agentVersion: string = packageJson.version
