/* What the frame of the console needs; the rest of the model comes with the screens. */

export const webhooksPath = '/webhooks'
export const webhookPath = ({ id }: { id: string }) => `${webhooksPath}/${encodeURIComponent(id)}`
