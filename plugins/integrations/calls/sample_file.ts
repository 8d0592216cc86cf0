/** The values for mappings and placeholders when no real file is given. */
export const sampleFile = {
  id: '00000000-0000-0000-0000-000000000000',
  name: 'crossdock-test.txt',
  type: 'file',
  mimeType: 'text/plain',
  size: 0,
  version: 1,
  parentId: null,
  metadata: {},
}
