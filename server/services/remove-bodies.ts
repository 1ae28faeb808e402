/** Bodies go after the commit, in a job: a file system knows no transactions. */
export const removeBodiesTask = 'remove_bodies';
