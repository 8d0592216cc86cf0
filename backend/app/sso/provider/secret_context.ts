/** Context of the sealed client secret of a provider. */
export const secretContext = (configId: string): string => `oauth_configs:${configId}`
