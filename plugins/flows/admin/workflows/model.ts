/** The page of a workflow. */
export const workflowPath = ({ id }: { id: string }): string =>
  `/integrations/workflows/${encodeURIComponent(id)}`

export const fileEvents = [
  'file_upload',
  'file_update',
  'file_delete',
  'metadata_change',
  'user_action',
] as const
