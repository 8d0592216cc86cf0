/** What the client secret of a provider is sealed for. */
export const secretContext = (configId: string): string => `oauth_configs:${configId}`
