/** What a person does where main cannot take a branch. */
export const mergeHelp = (repository: string, branch: string, main: string, run: string): string =>
  `In ${repository}, merge ${main} into ${branch} and commit what makes them fit: git switch ${branch} && git merge ${main}. Then answer: assay guide ${run} "…". The branch is taken as it is then, tested and reviewed again.`;
