import { Navigate, useLocation } from 'react-router-dom';

/** Legacy paths: /document/… is /file/… now, with its query. */
export const RedirectToFile = () => {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={`${pathname.replace(/^\/document/, '/file')}${search}${hash}`} replace />;
};
