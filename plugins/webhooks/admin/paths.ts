/* Paths that the first load needs. This is a separate file, because the model loads with the screens. */

export const webhooksPath = '/webhooks'
export const webhookPath = ({ id }: { id: string }) => `${webhooksPath}/${encodeURIComponent(id)}`

/** Path of the list of webhooks whose receiver fails, or that Crossdock disabled for that reason. */
export const failingPath = `webhooks?${new URLSearchParams({ filter: JSON.stringify({ status: ['failing', 'disabled'] }) })}`
