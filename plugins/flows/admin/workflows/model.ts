export const fileEvents = [
  'file_upload',
  'file_update',
  'file_delete',
  'metadata_change',
  'user_action',
] as const

/** What an environment allows at most fits into one answer. */
export const everything = { query: { range: '[0,999]', sort: '["name","ASC"]' } }
