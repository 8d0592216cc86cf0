/** English texts of the preview of a request. */
export default {
  title: 'Preview',
  text: 'The request as it would be sent, with secrets masked. Nothing is sent.',
  file: 'Preview with file',
  filePlaceholder: 'Search files by name',
  fileHint: 'Without a file, sample values are shown.',
  noFiles: 'No file matches.',
  noAccess: 'Sample values are shown, because you cannot read files.',
  sendFile: 'The file itself',
  param: 'Parameter %{name}',
  paramHint: 'Given by the step of the workflow that calls the endpoint.',
  updating: 'Updating the preview...',
  request: 'Request',
  headers: 'Headers',
  body: 'Body',
  noBody: 'This request has no body.',
  missing: {
    path: 'There is a preview as soon as the API path is entered.',
    headers: 'There is a preview as soon as the custom headers are valid JSON.',
    body: 'There is a preview as soon as the body is valid JSON.',
    mapping: 'There is a preview as soon as the field mapping is valid JSON.',
  },
}
