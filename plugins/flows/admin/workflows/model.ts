export const fileEvents = [
  'file_upload',
  'file_update',
  'file_delete',
  'metadata_change',
  'user_action',
] as const
