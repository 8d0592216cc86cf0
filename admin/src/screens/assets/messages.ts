/** English texts of the file browser. */
export default {
  assets: {
    title: 'Assets',
    firstStep: 'Add files or folders',
    newFolder: 'New folder',
    upload: 'Upload',
    palette: { files: 'Files', words: 'make directory', uploadWords: 'add file' },
    uploads: {
      underWay: {
        title: 'Uploads are under way',
        text: 'Leaving now stops them. Not stored yet: %{names}.',
        discard: 'Stop uploads',
        keep: 'Keep uploading',
      },
    },
  },
}
