// What plugins from outside may use, too: it keeps its promise from version to version.
export { ContentStore } from './content_store.js'
export type { StoredContent } from './content_writer.js'
export type { ByteRange } from './content_reader.js'
export { ContentDamaged, ContentNotFound, ContentTooLarge, LeaseEnded } from './errors.js'
export { contentStore } from './service.js'
export { UploadForm, type IncomingFile } from './upload_form.js'
