/** Material of groups and classes. It goes on and off with the groups. */
import { module } from '../../resource/module.ts'
import { fileRoute } from './file-route.ts'
import {
  beginGroupFile,
  fileView,
  finishGroupFile,
  groupFilesView,
  putGroupFile,
  removeGroupFile,
} from './group-files.ts'

export const groupFilesModule = module({
  name: 'group-files',
  switch: 'groups',
  title: 'Groups',
  resources: [],
  actions: [beginGroupFile, putGroupFile, finishGroupFile, removeGroupFile],
  views: [groupFilesView, fileView],
  details: [{ table: 'files', columns: ['group_id'], of: 'groups' }],
  serve: parts => ({ publicRoutes: [fileRoute(parts)] }),
})
